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
