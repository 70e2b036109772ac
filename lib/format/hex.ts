export function hexOf(bytes: Uint8Array, between = ' '): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(between)
}

const WIDTH = 16

/** Per line: the offset, the bytes in hex, and as ASCII, with a middle dot for bytes that are not ASCII. */
export function hexDump(bytes: Uint8Array): string {
  return Array.from({ length: Math.ceil(bytes.length / WIDTH) }, (_, line) => {
    const part = bytes.subarray(line * WIDTH, (line + 1) * WIDTH)
    const ascii = Array.from(part, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join('')
    return `${(line * WIDTH).toString(16).padStart(4, '0')}  ${hexOf(part).padEnd(3 * WIDTH - 1)}  ${ascii}`
  }).join('\n')
}
