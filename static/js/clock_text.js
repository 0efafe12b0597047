/** Minutes and seconds; after time is up with a minus. */
export function clockText(ms) {
  const seconds = Math.ceil(Math.abs(ms) / 1000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return ms < 0 && seconds > 0 ? `−${text}` : text;
}
