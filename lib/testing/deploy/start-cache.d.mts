/** A server that runs. */
export interface Cache {
  url: string
  port: number
  pid: number
  /** Everything printed so far. */
  output(): string
  stop(): Promise<void>
}

interface Changes {
  /** Texts of the shipped file and what stands there instead: seconds and rates that a test cannot wait for. */
  replace?: Record<string, string>
}

export function isInstalled(program: string): boolean
export function shippedText(name: string): string
export function withYourLines(text: string, change: (line: string) => string): string
export function startNginx(
  explorers: string[],
  more?: Changes & { trustForwardedFor?: boolean; workers?: number },
): Promise<Cache>
export function startVarnish(
  explorers: string[],
  more?: Changes & { parameters?: Record<string, string> },
): Promise<Cache>
export function runServer(program: string, args: string[], port: number, folder: string, ending: string): Promise<Cache>
export function versionOf(program: string, flag: string): string
