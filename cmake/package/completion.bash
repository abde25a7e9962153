# Completion of alcove in bash: subcommands, files, devices, and the options of the planning pipeline.
_alcove() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
  [ "$previous" = "=" ] && previous=${COMP_WORDS[COMP_CWORD-2]} && current=${current#=}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "build compare device doctor explain formats help opmodel opt plan report run solve sweep --help --version" -- "$current")
    return
  fi
  case $previous in
  --device|--mock-system-desc-arch)
    mapfile -t COMPREPLY < <(compgen -W "$(alcove device list 2>/dev/null | sed 1d | cut -d' ' -f1)" -- "${current#=}")
    return ;;
  --optimization-level)
    mapfile -t COMPREPLY < <(compgen -W "0 1 2" -- "${current#=}")
    return ;;
  esac
  if [[ $current == -* ]]; then
    local options="--help --help-all --version"
    case $command in
    plan|explain|report)
      options+=" --device --ops $(alcove plan --help-all 2>/dev/null | sed -n 's/^ \{8\}\(--[a-z0-9-]*\)=.*/\1=/p; s/^ \{8\}\(--[a-z0-9-]*\) .*/\1=/p')" ;;
    build)
      options+=" --device --emit= --ttnn-version= --list-versions --list-ops" ;;
    doctor)
      options+=" --tt-mlir" ;;
    solve|device|opmodel|compare|run|sweep)
      options+=" $(alcove "$command" --help-all 2>/dev/null | grep -o -e '--[a-z][a-z0-9-]*' | sort -u)" ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
    [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace
    return
  fi
  case $command:$COMP_CWORD in
  device:2) mapfile -t COMPREPLY < <(compgen -W "list show export" -- "$current") ;;
  solve:2) mapfile -t COMPREPLY < <(compgen -W "layout allocate schedule function check" -- "$current") ;;
  opmodel:2) mapfile -t COMPREPLY < <(compgen -W "query score ops" -- "$current") ;;
  sweep:2) mapfile -t COMPREPLY < <(compgen -W "run slurm parallel list task gather report" -- "$current") ;;
  help:2) mapfile -t COMPREPLY < <(compgen -W "build compare device doctor explain formats opmodel opt plan report run solve sweep" -- "$current") ;;
  *) compopt -o default ;;
  esac
}
complete -F _alcove alcove
