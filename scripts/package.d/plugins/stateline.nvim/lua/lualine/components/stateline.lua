-- The component `stateline` of lualine: sections = { lualine_x = { 'stateline' } }
local component = require('lualine.component'):extend()

function component:update_status()
  return _G.stateline and _G.stateline() or ''
end

return component
