# Installs stateline @version@ for this user, without administrator rights.
#
#   powershell -ExecutionPolicy Bypass -File install.ps1 [-BinDir DIR] [-From ADDRESS] [-Uninstall]
#
# It downloads the archive, checks its SHA-256 sum, and puts the program into %USERPROFILE%\.local\bin. It changes no
# other file and no setting.
param(
  [string]$BinDir = (Join-Path $env:USERPROFILE '.local\bin'),
  [string]$From = '@downloads@',
  [switch]$Uninstall
)
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'

function Stop-With([string]$Message) {
  [Console]::Error.WriteLine("stateline: $Message")
  exit 1
}

$program = Join-Path $BinDir 'stateline.exe'
if ($Uninstall) {
  if (-not (Test-Path -LiteralPath $program)) { Stop-With "``$program`` is not there; name its directory with ``-BinDir``" }
  Remove-Item -LiteralPath $program
  Write-Output "stateline: removed ``$program``; if a host still shows the line, remove it from that host's settings"
  exit 0
}

# The program is for x64; Windows on ARM runs it too.
$name = 'stateline-@version@-x86_64-pc-windows-gnu'
$archive = "$name.zip"
[Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12
$work = Join-Path ([IO.Path]::GetTempPath()) ([IO.Path]::GetRandomFileName())
New-Item -ItemType Directory -Path $work | Out-Null
try {
  Write-Output "stateline: downloading $archive"
  try {
    Invoke-WebRequest -UseBasicParsing -Uri "$From/SHA256SUMS" -OutFile (Join-Path $work 'SHA256SUMS')
    Invoke-WebRequest -UseBasicParsing -Uri "$From/$archive" -OutFile (Join-Path $work $archive)
  } catch {
    Stop-With "cannot download from ``$From``: $($_.Exception.Message)"
  }
  $row = Get-Content -LiteralPath (Join-Path $work 'SHA256SUMS') | Where-Object { $_.EndsWith("  $archive") }
  if (-not $row) { Stop-With "``SHA256SUMS`` does not list $archive" }
  $expected = $row.Split(' ')[0]
  $actual = (Get-FileHash -Algorithm SHA256 -LiteralPath (Join-Path $work $archive)).Hash.ToLowerInvariant()
  if ($actual -ne $expected) {
    Stop-With "$archive has the wrong SHA-256 sum, so nothing was installed: expected $expected, got $actual"
  }
  Expand-Archive -LiteralPath (Join-Path $work $archive) -DestinationPath $work
  New-Item -ItemType Directory -Force -Path $BinDir | Out-Null
  # Windows does not overwrite a program that runs, but it lets it be renamed.
  $old = "$program.old"
  Remove-Item -LiteralPath $old -ErrorAction SilentlyContinue
  if (Test-Path -LiteralPath $program) { Move-Item -LiteralPath $program -Destination $old }
  Move-Item -LiteralPath (Join-Path (Join-Path $work $name) 'stateline.exe') -Destination $program
  Remove-Item -LiteralPath $old -ErrorAction SilentlyContinue
} finally {
  Remove-Item -Recurse -Force -LiteralPath $work -ErrorAction SilentlyContinue
}
Write-Output "stateline: installed ``$program``, $(& $program -V)"
if (($env:PATH -split ';') -contains $BinDir) {
  Write-Output 'stateline: next: stateline setup'
} else {
  Write-Output "stateline: ``$BinDir`` is not on your PATH; hosts do not need that, but your shell does"
  Write-Output "stateline: next: & '$program' setup"
}
