# Evaluates the flake with stand-ins for what it uses of nixpkgs.
let
  genAttrs =
    names: make:
    builtins.listToAttrs (
      map (name: {
        inherit name;
        value = make name;
      }) names
    );
  lib = {
    inherit genAttrs;
    optionalString = condition: text: if condition then text else "";
    licenses = {
      mit = "MIT";
      asl20 = "Apache-2.0";
    };
  };
  packages = system: {
    inherit lib;
    rustPlatform.buildRustPackage = given: given;
    installShellFiles = "installShellFiles";
    stdenv = {
      buildPlatform.canExecute = platform: platform == system;
      hostPlatform = system;
    };
  };
  nixpkgs = {
    inherit lib;
    legacyPackages = genAttrs [
      "x86_64-linux"
      "aarch64-linux"
      "x86_64-darwin"
      "aarch64-darwin"
    ] packages;
  };
in
((import ../../flake.nix).outputs {
  self = "the source";
  inherit nixpkgs;
}).packages
