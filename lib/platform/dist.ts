import path from 'node:path'

export function distFile(name: string): string {
  return path.join(process.env.LEAFSCAN_ROOT ?? process.cwd(), 'dist', name)
}
