/** Where the framework serves the files that a build makes for browsers; also what they count as. */
export const BUILD_FILES = '/_next/static'

/** Whether a request is for a file that a build makes for browsers. */
export function isBuildFile(target: string): boolean {
  return target.startsWith(`${BUILD_FILES}/`)
}

/** Addresses of the framework's own tools in development: reload, source maps, the error overlay. */
export function isDevelopmentTool(target: string): boolean {
  return target.startsWith('/__nextjs')
}
