import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

const pack = promisify(deflate)

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const MAX_COLOURS = 256

const INDEXED = 3

/**
 * Opaque pixels as a palette PNG: a third of the size of a full-colour one, and compressed off the main thread, which the
 * rasteriser's own encoder would block for some 40 ms. null: more colours than a palette holds.
 * @param pixels RGBA, four bytes each; alpha is dropped
 */
export async function indexedPng(pixels: Buffer, width: number, height: number): Promise<Buffer | null> {
  const palette = new Map<number, number>()
  const rows = Buffer.alloc((width + 1) * height)
  let last = -1
  let index = 0
  for (let y = 0, at = 0; y < height; y++) {
    const row = y * (width + 1) + 1
    for (let x = 0; x < width; x++, at += 4) {
      const colour = ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0)
      if (colour !== last) {
        last = colour
        index = palette.get(colour) ?? palette.size
        if (index === palette.size) {
          if (index === MAX_COLOURS) return null
          palette.set(colour, index)
        }
      }
      rows[row + x] = index
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, INDEXED, 0, 0, 0], 8)
  const colours = Buffer.from(
    [...palette.keys()].flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]),
  )
  const packed = await pack(rows, { level: 6 })
  return Buffer.concat([SIGNATURE, part('IHDR', header), part('PLTE', colours), part('IDAT', packed), part('IEND')])
}

function part(name: string, content = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(content.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}
