# A player of a protocol of lines that, when asked for a move, says what a file holds, and then a move that is none.
# Arguments: the protocol, the file.
while read -r word rest; do
  case $word in
    "$1") echo "$1ok" ;;
    isready) echo readyok ;;
    START | RESTART | RECTSTART) echo OK ;;
    go) cat "$2"; echo; echo bestmove none ;;
    BEGIN | DONE) cat "$2"; echo; echo none ;;
    quit | END) exit ;;
  esac
done
