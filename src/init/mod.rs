//! What each host needs to show the line: a snippet, correct as it stands, and where it goes.
//!
//! The snippets are files beside this one, in their hosts' own languages, with `@program@` for the
//! path of the program and `@dir@` for a directory.

pub mod quote;

/// A snippet for one host.
#[derive(Debug)]
pub struct Snippet {
    /// What `init` calls the host.
    pub host: &'static str,
    /// What it does there, in one line.
    pub purpose: &'static str,
    /// Where it goes.
    pub goes: &'static str,
    text: &'static str,
    quote: fn(&str) -> String,
}

/// Every host that there is a snippet for, in the order of the help.
pub static SNIPPETS: &[Snippet] = &[
    Snippet {
        host: "bash",
        purpose: "a row above the prompt",
        goes: "At the end of ~/.bashrc:\n\n  eval \"$(stateline init bash)\"",
        text: include_str!("bash.bash"),
        quote: quote::shell,
    },
    Snippet {
        host: "zsh",
        purpose: "at the right of the prompt, before what RPROMPT has",
        goes: "At the end of ~/.zshrc:\n\n  eval \"$(stateline init zsh)\"\n\n\
               With Powerlevel10k, take `stateline init p10k` instead.",
        text: include_str!("zsh.zsh"),
        quote: quote::shell,
    },
    Snippet {
        host: "fish",
        purpose: "at the right of the prompt, before what fish_right_prompt prints",
        goes: "In ~/.config/fish/config.fish:\n\n  stateline init fish | source",
        text: include_str!("fish.fish"),
        quote: quote::fish,
    },
    Snippet {
        host: "nushell",
        purpose: "at the right of the prompt, before what PROMPT_COMMAND_RIGHT gives",
        goes: "Nushell reads its files before it runs anything, so write one that it finds by itself:\n\n  \
               mkdir ($nu.user-autoload-dirs | first)\n  \
               stateline init nushell | save -f ($nu.user-autoload-dirs | first | path join stateline.nu)",
        text: include_str!("nushell.nu"),
        quote: quote::double,
    },
    Snippet {
        host: "powershell",
        purpose: "a row above the prompt",
        goes: "In the file that $PROFILE names:\n\n  \
               Invoke-Expression (& { (stateline init powershell | Out-String) })",
        text: include_str!("powershell.ps1"),
        quote: quote::doubled,
    },
    Snippet {
        host: "elvish",
        purpose: "at the right of the prompt, before what edit:rprompt prints",
        goes: "In ~/.config/elvish/rc.elv:\n\n  eval (stateline init elvish | slurp)",
        text: include_str!("elvish.elv"),
        quote: quote::doubled,
    },
    Snippet {
        host: "tmux",
        purpose: "behind what is at the right of the status line, for the active pane's directory",
        goes: "Needs tmux 3.2. Write it once:\n\n  stateline init tmux > ~/.config/tmux/stateline.conf\n\n\
               and at the end of ~/.tmux.conf or ~/.config/tmux/tmux.conf:\n\n  \
               source-file ~/.config/tmux/stateline.conf",
        text: include_str!("tmux.conf"),
        quote: quote::tmux,
    },
    Snippet {
        host: "starship",
        purpose: "a custom module",
        goes: "At the end of ~/.config/starship.toml:\n\n  stateline init starship >> ~/.config/starship.toml\n\n\
               The default format shows it among the custom modules; in a format of your own it is\n\
               ${custom.stateline}.",
        text: include_str!("starship.toml"),
        quote: quote::shell_in_json,
    },
    Snippet {
        host: "p10k",
        purpose: "the first segment at the right of Powerlevel10k",
        goes: "At the end of ~/.p10k.zsh, or of ~/.zshrc behind it:\n\n  eval \"$(stateline init p10k)\"",
        text: include_str!("p10k.zsh"),
        quote: quote::shell,
    },
    Snippet {
        host: "oh-my-posh",
        purpose: "a segment of Oh My Posh",
        goes: "Needs Oh My Posh with the template function `cmd` (April 2026). In your theme, among the\n\
               \"segments\" of a block.",
        text: include_str!("oh-my-posh.json"),
        quote: quote::shell_in_text_in_json,
    },
    Snippet {
        host: "wezterm",
        purpose: "at the right of the tab bar",
        goes: "In ~/.config/wezterm/wezterm.lua or ~/.wezterm.lua, before its last `return`; it takes the\n\
               right status for itself.",
        text: include_str!("wezterm.lua"),
        quote: quote::double,
    },
    Snippet {
        host: "zellij",
        purpose: "a command of the plugin zjstatus",
        goes: "In your layout, inside the block of the zjstatus plugin, with {command_stateline} in its\n\
               format_right. Zellij's own status bar takes no command.",
        text: include_str!("zellij.kdl"),
        quote: quote::shell_in_json,
    },
    Snippet {
        host: "nvim",
        purpose: "at the end of the status line",
        goes: "Neovim reads it there by itself:\n\n  \
               stateline init nvim > ~/.config/nvim/plugin/stateline.lua\n\n\
               For lualine, its first lines say what to put into a section.",
        text: include_str!("nvim.lua"),
        quote: quote::double,
    },
    Snippet {
        host: "vim",
        purpose: "at the end of the status line",
        goes: "Vim 9 (or 8.2.2854) with jobs reads it there by itself:\n\n  \
               stateline init vim > ~/.vim/plugin/stateline.vim",
        text: include_str!("vim.vim"),
        quote: quote::doubled,
    },
    Snippet {
        host: "emacs",
        purpose: "in the mode line",
        goes: "Write it once:\n\n  stateline init emacs > ~/.emacs.d/stateline.el\n\nand in ~/.emacs.d/init.el:\n\n  \
               (load \"~/.emacs.d/stateline\")",
        text: include_str!("emacs.el"),
        quote: quote::double,
    },
    Snippet {
        host: "waybar",
        purpose: "a custom module, for one directory: -C DIR, else this one",
        goes: "In ~/.config/waybar/config.jsonc, with \"custom/stateline\" in \"modules-left\", \"-center\" or\n\
               \"-right\".",
        text: include_str!("waybar.jsonc"),
        quote: quote::shell_in_json,
    },
    Snippet {
        host: "i3bar",
        purpose: "a block of i3blocks, for one directory: -C DIR, else this one",
        goes: "In ~/.config/i3blocks/config, where i3 or sway has `status_command i3blocks`.",
        text: include_str!("i3bar.ini"),
        quote: quote::shell,
    },
    Snippet {
        host: "polybar",
        purpose: "a script module, for one directory: -C DIR, else this one",
        goes: "In ~/.config/polybar/config.ini, with `stateline` in modules-left, -center or -right.",
        text: include_str!("polybar.ini"),
        quote: quote::shell,
    },
];

/// Returns the snippet for a host.
pub fn named(host: &str) -> Option<&'static Snippet> {
    SNIPPETS.iter().find(|snippet| snippet.host == host)
}

impl Snippet {
    /// Returns its first line, which every version of it begins with.
    pub fn heading(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default()
    }

    /// Returns what a file of its own holds, for a host that finds it by itself.
    pub fn standing(&self, program: &str) -> String {
        if self.host == "fish" {
            return include_str!("fish-standing.fish").replace("@program@", &(self.quote)(program));
        }
        self.filled(program, "/")
    }

    /// Returns it with the path of the program and the directory to look from filled in.
    pub fn filled(&self, program: &str, dir: &str) -> String {
        let (program, dir) = ((self.quote)(program), (self.quote)(dir));
        let pieces: Vec<String> =
            self.text.split("@program@").map(|piece| piece.replace("@dir@", &dir)).collect();
        pieces.join(&program)
    }
}
