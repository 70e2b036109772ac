/** A text in this browser's storage. Without storage it lasts until the page is left. */
export function setting(key: string) {
  let value: string | null = null
  return {
    read(): string {
      try {
        value ??= localStorage.getItem(key)
      } catch {
        // Storage is blocked.
      }
      return value ?? ''
    },
    write(text: string): void {
      value = text
      try {
        localStorage.setItem(key, text)
      } catch {
        // Storage is full or blocked.
      }
    },
  }
}
