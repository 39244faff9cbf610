# Sourced by the scripts in this folder: installs what a build needs, and builds.
# Debian 12 with its security updates has all the packages.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
llvm_bin=/usr/lib/llvm-22/bin
jobs=$(nproc)
packages=(llvm-22-dev llvm-22-tools mlir-22-tools libmlir-22-dev clang-22
          libclang-rt-22-dev clang-format-22 libisl-dev libgmp-dev
          libjansson-dev cmake ninja-build gcc g++ python3 git)

say() { printf '\n== %s\n' "$*"; }

missing_packages() {
  local package
  for package in "${packages[@]}"; do
    dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null |
      grep -qx installed || echo "$package"
  done
}

# Installs the packages that are missing; touches nothing if there are none.
install_packages() {
  local missing as_root=()
  mapfile -t missing < <(missing_packages)
  [ "${#missing[@]}" -gt 0 ] || return 0
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  say "installing ${missing[*]}"
  "${as_root[@]}" apt-get update -q
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends "${missing[@]}"
}

# build FOLDER [CMAKE OPTION...]: configures and builds FOLDER below the top.
build() {
  local folder=$root/$1
  shift
  say "building in ${folder#"$root"/}"
  cmake -S "$root" -B "$folder" -G Ninja "$@" >"$folder.log" 2>&1 ||
    { cat "$folder.log"; return 1; }
  rm "$folder.log"
  cmake --build "$folder" -j "$jobs"
}
