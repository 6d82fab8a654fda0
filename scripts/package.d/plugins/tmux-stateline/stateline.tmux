#!/usr/bin/env bash
# Run by TPM: adds the workflow's line to the right side of tmux's status line.
command -v stateline >/dev/null || {
  tmux display-message 'stateline is not installed; see the README of tmux-stateline'
  exit 0
}
snippet=$(mktemp) || exit 0
trap 'rm -f -- "$snippet"' EXIT
stateline init tmux >"$snippet" && tmux source-file "$snippet"
