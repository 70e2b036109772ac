// Child processes that start and end together. facts/platform.md 5.
import { spawn } from 'node:child_process'

const KILL_AFTER_MS = 10_000
const SAME_PRESS_MS = 1_000

/**
 * Runs children, and exits once all of them have ended: with code 0 on SIGINT, SIGTERM and SIGHUP; with a child's code,
 * or 1, if that child exits by itself. If the supervisor is killed, its children notice that their channel closes.
 */
export class Supervisor {
  /**
   * Running children by name.
   * @type {Map<string, import('node:child_process').ChildProcess>}
   */
  #children = new Map()
  /** Children that end because they are being replaced. @type {WeakSet<import('node:child_process').ChildProcess>} */
  #replaced = new WeakSet()
  #stopping = false
  #exitCode = 0
  /** How long /readyz of the explorer says 503 before its listener closes. */
  drainMs = 0
  /** How long children may take to end. */
  killAfterMs = KILL_AFTER_MS
  /**
   * Signals within this time count as one: npm forwards what the terminal has already sent, so one Ctrl-C arrives twice.
   */
  samePressMs = SAME_PRESS_MS
  /** When the first signal arrived, by performance.now(). */
  #signalledMs = Number.NEGATIVE_INFINITY

  /**
   * @param {string} cwd working directory of the children
   * @param {Record<string, string>} env added to their environment
   */
  constructor(cwd, env) {
    this.cwd = cwd
    this.env = env
    // A closed output must not end the supervisor before its children.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        const now = performance.now()
        if (!this.#stopping) this.#signalledMs = now
        // A second Ctrl-C kills at once.
        else if (now - this.#signalledMs > this.samePressMs) this.#signal('SIGKILL')
        this.#stop()
      })
    }
  }

  /** True once everything is ending: nothing new may start. */
  get stopping() {
    return this.#stopping
  }

  /**
   * Starts Node with `args`. Detached, so that Ctrl-C reaches only this process, which stops the children in order.
   * @param {string} name
   * @param {string[]} args
   * @param {Record<string, string>} [env]
   */
  start(name, args, env = {}) {
    const child = spawn(process.execPath, args, {
      cwd: this.cwd,
      env: { ...process.env, ...this.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    })
    this.#children.set(name, child)
    child.on('error', (error) => console.error(`Leafscan: the ${name} could not be started: ${error.message}`))
    child.on('exit', (code, signal) => {
      if (this.#children.get(name) === child) this.#children.delete(name)
      if (!this.#stopping && !this.#replaced.has(child)) {
        console.error(`Leafscan: the ${name} ended (${signal ?? `exit code ${code}`}), so everything stops`)
        this.#exitCode = code || 1
        this.drainMs = 0
        this.#stop()
      }
      if (this.#stopping && this.#children.size === 0) process.exit(this.#exitCode)
    })
    return child
  }

  /**
   * Ends a child, then calls `startAgain`; the other children keep running.
   * @param {string} name
   * @param {() => void} startAgain
   */
  replace(name, startAgain) {
    const child = this.#children.get(name)
    if (!child || this.#replaced.has(child) || this.#stopping) return
    this.#replaced.add(child)
    child.once('exit', () => {
      if (!this.#stopping) startAgain()
    })
    child.kill('SIGTERM')
  }

  /**
   * Sends a message to a child; false if it is gone.
   * @param {string} name
   * @param {import('node:child_process').Serializable} message
   */
  send(name, message) {
    const child = this.#children.get(name)
    if (!child?.connected) return false
    child.send(message)
    return true
  }

  /** Shuts down: /readyz answers 503 for a while, so that load balancers send no new requests, then the children end. */
  #stop() {
    if (this.#stopping) return
    this.#stopping = true
    if (this.#children.size === 0) process.exit(this.#exitCode)
    if (this.drainMs > 0 && this.send('explorer', { drain: true })) setTimeout(() => this.#terminate(), this.drainMs)
    else this.#terminate()
  }

  #terminate() {
    this.#signal('SIGTERM')
    setTimeout(() => this.#signal('SIGKILL'), this.killAfterMs).unref()
  }

  /** @param {NodeJS.Signals} signal */
  #signal(signal) {
    for (const child of this.#children.values()) child.kill(signal)
  }
}
