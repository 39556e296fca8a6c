# Measures the relevance of SOURCE with QUERIES, compares it with BASELINE or with the docs of BASE_SHA, writes the job's summary,
# and comments the changed queries on PULL_REQUEST. Fails if an MRR@10 fell by more than TOLERANCE.
set -euo pipefail
work=$(mktemp -d "${RUNNER_TEMP:-/tmp}/docent-eval.XXXXXX")
baseline=${BASELINE:-}
# The configuration of the docs is a program of the change: only the comment gets the token.
token=${GITHUB_TOKEN:-}
unset GITHUB_TOKEN

if [ -z "$baseline" ] && [ -n "${BASE_SHA:-}" ]; then
  git cat-file -e "$BASE_SHA^{commit}" 2> /dev/null || git fetch --quiet --depth=1 origin "$BASE_SHA"
  git worktree add --quiet --detach "$work/base" "$BASE_SHA"
  if [ -d "$work/base/$SOURCE" ]; then
    docent eval "$QUERIES" "$work/base/$SOURCE" --json > "$work/base.json"
    baseline=$work/base.json
  fi
  git worktree remove --force "$work/base"
fi

arguments=(eval "$QUERIES" "$SOURCE" --json --summary "$work/summary.md" --tolerance "${TOLERANCE:-0}")
if [ -n "$baseline" ]; then arguments+=(--baseline "$baseline"); fi
code=0
docent "${arguments[@]}" > "$work/result.json" || code=$?
# Wrong usage leaves no summary.
if [ ! -f "$work/summary.md" ]; then exit "$code"; fi

cat "$work/summary.md" >> "${GITHUB_STEP_SUMMARY:-/dev/stdout}"
if [ "${COMMENT:-true}" = true ] && [ -n "${PULL_REQUEST:-}" ] && [ -n "$baseline" ]; then
  GITHUB_TOKEN=$token node "$GITHUB_ACTION_PATH/deploy/github/comment.ts" "$work/summary.md" "$work/result.json"
fi
if [ "$code" -ne 0 ]; then echo "::error::The relevance of the search fell: the summary names the queries."; fi
exit "$code"
