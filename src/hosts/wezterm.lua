-- stateline: the workflow of the pane's directory, at the right of the tab bar.

local wezterm = require 'wezterm'

-- A reload starts with an empty table, so this only prevents two handlers in one load.
if not _G.stateline then
  _G.stateline = true
  wezterm.on('update-status', function(window, pane)
    local dir = pane:get_current_working_dir()
    -- A Url object since 2024, a string before.
    local path = type(dir) == 'string' and dir:gsub('^file://[^/]*', '') or dir and dir.file_path or '.'
    local ran, ok, out = pcall(wezterm.run_child_process, { @program@, 'line', '--for', 'ansi', '-C', path })
    window:set_right_status(ran and ok and out:gsub('%s+$', ' ') or '')
  end)
end
