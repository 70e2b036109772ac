/** Milliseconds until a blob URL may be revoked. */
const SAVING_MS = 60_000

export function saveBlob(name: string, type: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), SAVING_MS)
}
