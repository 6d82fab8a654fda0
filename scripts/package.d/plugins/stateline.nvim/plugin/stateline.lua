-- Shows the workflow's line in the status line, if stateline is installed.
-- With `vim.g.stateline_lualine = true`, only lualine's component `stateline` shows it.
if vim.g.stateline_plugin or vim.fn.executable 'stateline' == 0 then
  return
end
vim.g.stateline_plugin = true

local statusline = vim.o.statusline
local snippet = vim.fn.system { 'stateline', 'init', 'nvim' }
local run = vim.v.shell_error == 0 and loadstring(snippet)
if not run then
  return
end
run()
if vim.g.stateline_lualine then
  vim.o.statusline = statusline
end
