// Child processes that live and die together. facts/platform.md 5 has what was tried.
import { spawn } from 'node:child_process'

const KILL_AFTER_MS = 10_000
const SAME_PRESS_MS = 1_000

/**
 * Runs children, and ends this process once all of them have ended: on SIGINT, SIGTERM and SIGHUP with exit code 0, and
 * when a child ends by itself with that one's code, or 1. Children hear of a supervisor that is killed by the end of
 * their channel.
 */
export class Supervisor {
  /**
   * Running children by name.
   * @type {Map<string, import('node:child_process').ChildProcess>}
   */
  #children = new Map()
  /** Children that end because another one takes their place. @type {WeakSet<import('node:child_process').ChildProcess>} */
  #replaced = new WeakSet()
  #stopping = false
  #exitCode = 0
  /** How long /readyz of the explorer says 503 before its listener closes. */
  drainMs = 0
  /** How long children get to end. */
  killAfterMs = KILL_AFTER_MS
  /**
   * How long after the first signal another one is the same: npm passes on what the terminal has sent to everybody, so
   * that one Ctrl-C arrives twice.
   */
  samePressMs = SAME_PRESS_MS
  /** When the signal came that ends everything, by the clock of performance.now(). */
  #signalledMs = Number.NEGATIVE_INFINITY

  /**
   * @param {string} cwd where children run
   * @param {Record<string, string>} env what they find in their environment besides ours
   */
  constructor(cwd, env) {
    this.cwd = cwd
    this.env = env
    // The reader of the output may be gone; that is no reason to leave the children alone.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        const now = performance.now()
        if (!this.#stopping) this.#signalledMs = now
        // A second Ctrl-C does not wait.
        else if (now - this.#signalledMs > this.samePressMs) this.#signal('SIGKILL')
        this.#stop()
      })
    }
  }

  /** True from the moment on that everything is to end: nothing new may begin. */
  get stopping() {
    return this.#stopping
  }

  /**
   * Starts Node with `args`. Detached: Ctrl-C reaches only this process, which then stops all in order.
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
   * Ends a child and then has it started again; nothing else ends with it.
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
   * Sends a message to a child that still listens; false where none does.
   * @param {string} name
   * @param {import('node:child_process').Serializable} message
   */
  send(name, message) {
    const child = this.#children.get(name)
    if (!child?.connected) return false
    child.send(message)
    return true
  }

  /** Ends everything in order: first /readyz says 503 for a while, so that nobody new is sent here, then all children. */
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
