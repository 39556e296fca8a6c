# Fills an index of a search host: from SOURCE to TO, with KEY.
set -euo pipefail
if [ -z "${TO:-}" ] || [ -z "${KEY:-}" ]; then
  echo "::error::index needs the inputs to and key: the address of the search host, and a key of it that may write."
  exit 2
fi
# Lists of processes show arguments, and no environment.
export DOCENT_KEY=$KEY
arguments=(index "$SOURCE" --to "$TO" --data .docent)
if [ -n "${INDEX:-}" ]; then arguments+=(--index "$INDEX"); fi
if [ -n "${SITE_URL:-}" ]; then arguments+=(--site-url "$SITE_URL"); fi
if [ -n "${WAIT_FOR:-}" ]; then arguments+=(--wait-for "$WAIT_FOR" "${WAIT_FOR_TEXT:-$GITHUB_SHA}"); fi
docent "${arguments[@]}"
