/** Makes `outfile` from `entry`, both relative to the repository; true when it was made anew. */
export function bundle(
  entry: string,
  outfile: string,
  more?: { alone?: boolean; alias?: Record<string, string> },
): Promise<boolean>

/** Builds the embedded indexer when its sources changed; the path of what Node runs. */
export function buildIndexer(): Promise<string>
export const INDEXER_PARTS: [entry: string, name: string][]

/** Files instead of packages, for what runs on the server. */
export const SERVER_ALIAS: Record<string, string>

/** Builds the explorer's server when its sources changed; true when they had. */
export function bundleServer(): Promise<boolean>
