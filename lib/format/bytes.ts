/** Bytes of base64 text; null when it is not base64. */
export function base64Bytes(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null
  const binary = atob(text)
  // A plain loop: of a megabyte it takes a few milliseconds, Uint8Array.from over the string's characters fifty.
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}

/** Base64 text of bytes, with padding. */
export function base64Text(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** Number of bytes that base64 text stands for; null when it is not base64. */
export function base64Length(text: string): number | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return (text.length / 4) * 3 - padding
}

/** One line of a hex view. */
export interface HexLine {
  /** Offset of the first byte, hex. */
  offset: string
  /** Bytes in hex, a space between two. */
  hex: string
  /** The same bytes as ASCII, a middle dot for what does not print. */
  text: string
}

/** Lines of a hex view, `width` bytes each. */
export function hexLines(bytes: Uint8Array, width = 16): HexLine[] {
  const lines: HexLine[] = []
  for (let at = 0; at < bytes.length; at += width) {
    const part = bytes.subarray(at, at + width)
    lines.push({
      offset: at.toString(16).padStart(4, '0'),
      hex: Array.from(part, (byte) => byte.toString(16).padStart(2, '0')).join(' '),
      text: Array.from(part, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join(''),
    })
  }
  return lines
}
