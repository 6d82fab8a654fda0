{
  description = "The state of an AI coding workflow in one line";

  inputs.nixpkgs.url = "nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      systems = [
        "x86_64-linux"
        "aarch64-linux"
        "x86_64-darwin"
        "aarch64-darwin"
      ];
      forAll = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      manifest = (builtins.fromTOML (builtins.readFile ./Cargo.toml)).package;
    in
    {
      packages = forAll (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = manifest.name;
          inherit (manifest) version;
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          # The tests run shells, editors and terminals; `scripts/test` runs them outside of the sandbox.
          doCheck = false;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          postInstall = pkgs.lib.optionalString (pkgs.stdenv.buildPlatform.canExecute pkgs.stdenv.hostPlatform) ''
            $out/bin/stateline man > stateline.1
            installManPage stateline.1
            installShellCompletion --cmd stateline \
              --bash <($out/bin/stateline completions bash) \
              --fish <($out/bin/stateline completions fish) \
              --zsh <($out/bin/stateline completions zsh)
          '';
          meta = {
            inherit (manifest) description;
            homepage = manifest.repository;
            license = [
              pkgs.lib.licenses.mit
              pkgs.lib.licenses.asl20
            ];
            mainProgram = "stateline";
          };
        };
      });
    };
}
