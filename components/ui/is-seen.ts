export function isSeen(): boolean {
  return !document.hidden && navigator.onLine
}
