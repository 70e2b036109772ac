import { parse } from 'yaml'
import { shippedText } from './start-cache.mjs'

export interface Service {
  image: string
  build?: object
  pull_policy?: string
  user: string
  read_only: boolean
  cap_drop: string[]
  security_opt: string[]
  restart: string
  mem_limit: string
  pids_limit: number
  command?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  tmpfs?: string[]
  networks: Record<string, unknown> | string[]
  ports?: (string | { published: string; host_ip?: string })[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test: string[] }
  stop_signal?: NodeJS.Signals
}

export interface ComposeFile {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
  volumes: Record<string, unknown>
}

/** As written, variables included. */
export const composeFile = (): ComposeFile => parse(shippedText('compose.yaml'), { merge: true })
