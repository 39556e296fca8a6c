# Installs the command `docent`, of VERSION or of the version of this action, for the following steps.
set -euo pipefail
version=${VERSION:-$(node -p "require('$GITHUB_ACTION_PATH/package.json').version")}
npm install --no-audit --no-fund --ignore-scripts --prefix "$RUNNER_TEMP/docent" "docent@$version"
echo "$RUNNER_TEMP/docent/node_modules/.bin" >> "$GITHUB_PATH"
