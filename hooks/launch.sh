#!/bin/sh
# Starts the plugin's Python with its absolute path: version managers' shims cost more than a whole hook may take.
# The path is found once and remembered in the plugin's data folder. Fails open: without Python it exits 0.
# usage: launch.sh EVENT|flush|bridge
case "${CAIRN_DISABLE:-0}:$1" in 0:* | *:bridge) ;; *) exit 0 ;; esac

root=${0%/*}
memo=${CLAUDE_PLUGIN_DATA:+$CLAUDE_PLUGIN_DATA/python}
python=
[ -n "$memo" ] && [ -f "$memo" ] && [ -r "$memo" ] && read -r python < "$memo"

if [ ! -x "$python" ]; then
  python=
  for name in python3 python3.14 python3.13 python3.12 python3.11 python; do
    found=$(command -v "$name" 2> /dev/null) || continue
    # On a Mac without developer tools this one opens a window that asks to install them.
    [ "$found" = /usr/bin/python3 ] && [ -x /usr/bin/xcode-select ] && ! /usr/bin/xcode-select -p > /dev/null 2>&1 && continue
    python=$("$found" -I -S -c 'import sys
sys.version_info < (3, 11) and sys.exit(1)
print(getattr(sys, "_base_executable", "") or sys.executable)' 2> /dev/null) && [ -x "$python" ] && break
    python=
  done
  if [ -z "$python" ]; then
    [ "$1" = SessionStart ] && echo '{"systemMessage": "[cairn 0.1.0] ERROR: no Python 3.11 or newer was found on PATH, nothing is captured"}'
    exit 0
  fi
  [ -n "$memo" ] && (umask 077 && echo "$python" > "$memo.$$" && mv "$memo.$$" "$memo") 2> /dev/null
fi

exec "$python" -I -S "$root/hook.py" "$@"
