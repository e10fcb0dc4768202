// Text of a model or a file. Always text nodes; hidden characters get a name in a box.
import { visiblePieces } from "./text";

export function Visible({ text }: { text: string }) {
  const pieces = visiblePieces(text);
  if (pieces.length === 1 && !pieces[0]?.hidden) return <>{text}</>;
  return (
    <>{pieces.map((piece, i) => (piece.hidden ? <span class="hidden-char" key={i}>{piece.text}</span> : piece.text))}</>
  );
}
