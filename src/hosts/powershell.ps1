# stateline: the workflow of this directory, in a row above the prompt.

if (-not (Test-Path Variable:Global:__StatelineBefore)) {
    $global:__StatelineBefore = $function:prompt

    function global:prompt {
        # The old prompt first: it may show how the last command ended.
        $before = & $global:__StatelineBefore
        $code = $global:LASTEXITCODE
        $line = ''
        $encoding = [Console]::OutputEncoding
        try {
            [Console]::OutputEncoding = [Text.UTF8Encoding]::new()
            $env:COLUMNS = $Host.UI.RawUI.WindowSize.Width
            $line = $null | & @program@ line --for ansi 2>$null
        } catch {
            $line = ''
        } finally {
            [Console]::OutputEncoding = $encoding
            Remove-Item Env:COLUMNS -ErrorAction Ignore
            $global:LASTEXITCODE = $code
        }
        if ($line) { "$line`n$before" } else { $before }
    }
}
