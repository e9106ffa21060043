/** The code with which PowerShell completes the commands. */
export const powershell = `# Completion of frontdesk for PowerShell: frontdesk completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName frontdesk -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $before = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text } })
    $typed = $wordToComplete.Trim('"', "'")
    $flag = if ($typed -match '^--[^=]+=') { $Matches[0] } else { '' }
    & frontdesk __complete -- @before $typed 2>$null | ForEach-Object {
        $value, $help = $_ -split "\`t", 2
        if ($value -eq ':files') {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete)
            return
        }
        if (-not $help) { $help = $value }
        # Quoted, so that a name with blanks or $( ) is text and nothing else.
        $text = if ($value -match '^[\\w./:@-]+$') { $value } else { "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($value) + "'" }
        [System.Management.Automation.CompletionResult]::new($flag + $text, $value, 'ParameterValue', $help)
    }
}
`;
