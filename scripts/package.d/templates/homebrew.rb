class Stateline < Formula
  desc "@description@"
  homepage "@repository@"
  version "@version@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@downloads@/stateline-@version@-aarch64-apple-darwin.tar.gz"
      sha256 "@sum aarch64-apple-darwin@"
    end
    on_intel do
      url "@downloads@/stateline-@version@-x86_64-apple-darwin.tar.gz"
      sha256 "@sum x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "@downloads@/stateline-@version@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@sum aarch64-unknown-linux-musl@"
    end
    on_intel do
      url "@downloads@/stateline-@version@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@sum x86_64-unknown-linux-musl@"
    end
  end

  def install
    bin.install "stateline"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/stateline.bash" => "stateline"
    zsh_completion.install "completions/_stateline"
    fish_completion.install "completions/stateline.fish"
  end

  test do
    (testpath/".planning/STATE.md").write "---\nmilestone: v1.0\nstatus: executing\n---\n"
    assert_equal "v1.0 · executing\n", shell_output("#{bin}/stateline line")
  end
end
