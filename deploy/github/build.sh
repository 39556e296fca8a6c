# Builds the static site of SOURCE into OUT. Without BASE it is that of GitHub Pages: / for name.github.io, else /name/.
set -euo pipefail
name=${GITHUB_REPOSITORY#*/}
case $name in
  *.github.io) pages=/ ;;
  *) pages=/$name/ ;;
esac
arguments=(build "$SOURCE" --out "$OUT" --base "${BASE:-$pages}")
if [ "${STRICT:-true}" = true ]; then arguments+=(--strict); fi
docent "${arguments[@]}"
