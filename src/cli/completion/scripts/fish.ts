/** The code with which fish completes the commands. */
export const fish = `# Completion of frontdesk for fish: frontdesk completion fish | source
function __frontdesk_complete
    set -l before (commandline -opc)
    set -l typed (commandline -ct)
    set -l flag (string match -r -- '^--[^=]+=' "$typed")
    # A quote that is still open is not part of the value.
    for line in (command $before[1] __complete -- $before[2..] (string unescape -- "$typed"; or string trim -l -c "\\"'" -- "$typed") 2>/dev/null </dev/null)
        if test "$line" = :files
            __fish_complete_path "$typed"
        else
            # Fish quotes what it inserts.
            printf '%s\\n' "$flag$line"
        end
    end
end
complete -c frontdesk -f -a '(__frontdesk_complete)'
`;
