import path from 'node:path'

/** A file of the build that Node runs by itself, such as what a thread is made of: it lies in the build's folder, wherever this module is bundled. */
export function distFile(name: string): string {
  return path.join(process.env.LEAFSCAN_ROOT ?? process.cwd(), 'dist', name)
}
