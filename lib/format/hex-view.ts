export interface HexLine {
  offset: string
  hex: string
  /** ASCII, with a middle dot for unprintable bytes. */
  text: string
}

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
