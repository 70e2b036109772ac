import path from 'node:path'

/** Path of a file that a thread runs: it lies in the build's folder, whichever bundle this module is part of. */
export function distFile(name: string): string {
  return path.join(process.env.LEAFSCAN_ROOT ?? process.cwd(), 'dist', name)
}
