import { logText } from '@/lib/log/line'

/** One event as one line of JSON on stderr. */
export function logLine(
  level: 'info' | 'warn' | 'error',
  message: string,
  members: Record<string, unknown> = {},
): void {
  console.error(logText({ time: new Date().toISOString(), level, message, ...members }))
}
