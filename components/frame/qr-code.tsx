'use client'

import encodeQR from 'qr'

/** Modules of white around a code. ISO/IEC 18004 asks for four. */
const QUIET = 4

/** Alphanumeric or bytes, at the medium level of correction: the longest text that a code holds. */
const MAX_BYTES = 2_331

/**
 * A text as a QR code, black on white in both themes: many readers take no inverted ones. A path of one-pixel rows, which
 * keeps the document small.
 */
export function QrCode({ text }: { text: string }) {
  if (new TextEncoder().encode(text).length > MAX_BYTES) {
    return <p className="mt-3 text-sm">{`The link is too long for a QR code (more than ${MAX_BYTES} bytes).`}</p>
  }
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET })
  const size = modules.length
  return (
    <figure className="mt-3 w-fit">
      <svg
        role="img"
        aria-label={`QR code of ${text}`}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="block h-auto w-64 max-w-full rounded border border-line"
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={pathOf(modules)} fill="#000" />
      </svg>
    </figure>
  )
}

/** Runs of dark modules, row by row. */
export function pathOf(modules: readonly (readonly boolean[])[]): string {
  return modules
    .map((row, y) => {
      const runs: string[] = []
      for (let x = 0; x < row.length; x++) {
        const start = x
        while (row[x]) x++
        if (x > start) runs.push(`M${start} ${y}h${x - start}v1h-${x - start}z`)
      }
      return runs.join('')
    })
    .join('')
}
