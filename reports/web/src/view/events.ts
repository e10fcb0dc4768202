// The events of the server that this page came from. Nothing is asked while nobody looks at the page.

export type Connection = "connecting" | "open" | "lost" | "ended"; // ended: the server answers no more

export interface Listener {
  on: Record<string, (data: unknown) => void>; // by the event's name
  connection: (state: Connection) => void;
}

// Returns what ends it.
export function listen(url: string, listener: Listener): () => void {
  let source: EventSource | null = null;
  let over = false;
  const close = () => {
    source?.close();
    source = null;
  };
  const open = () => {
    if (over || source || document.visibilityState === "hidden") return;
    const next = new EventSource(url);
    source = next;
    next.onopen = () => listener.connection("open");
    next.onerror = () => {
      const ended = next.readyState === EventSource.CLOSED;
      listener.connection(ended ? "ended" : "lost");
      if (ended) close();
    };
    for (const [name, call] of Object.entries(listener.on))
      next.addEventListener(name, (event) => call(JSON.parse((event as MessageEvent<string>).data)));
  };
  const seen = () => (document.visibilityState === "hidden" ? close() : open());
  document.addEventListener("visibilitychange", seen);
  open();
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", seen);
    close();
  };
}

const WORDS: Record<Connection, string> = {
  connecting: "",
  open: "live",
  lost: "connection lost, trying again",
  ended: "kilter view has ended; start it again and open its new address",
};

export function showConnection(state: Connection): void {
  const place = document.getElementById("view-state");
  if (place && place.textContent !== WORDS[state]) place.textContent = WORDS[state];
}

export function showWords(words: string): void {
  const place = document.getElementById("view-state");
  if (place) place.textContent = words;
}
