import { freePort } from '@/scripts/free-port.mjs'
import { addressOf, signatureOf } from '../stand-in/fixtures'
import { CONSUMED, DELEGATE, LIVE, NOBODY, OWNER, SIXTY, StillWorld, TINY, WITH_ROW } from '../world/still-world'
import { type ComparedAnswer, comparedAnswer } from './compared-answer'
import { headerOf, type RawAnswer, sendRaw } from './raw'
import { type Mode, REQUESTS } from './table'

const STATE = ['', { children: ['owner', { children: [['owner', OWNER, 'd', null], { children: ['__PAGE__', {}] }] }] }]

/** Values of names in braces; others come from an earlier answer: `{cursor of /api/…}`, `{etag}`, `{script}`, `{sheet}`. */
const VALUES: Readonly<Record<string, string>> = {
  owner: OWNER,
  tiny: TINY,
  sixty: SIXTY,
  delegate: DELEGATE,
  nobody: NOBODY,
  live: LIVE,
  consumed: CONSUMED,
  'with row': WITH_ROW,
  mint: addressOf('mint 1'),
  wallet: addressOf('wallet 1'),
  signature: signatureOf('signature 418890000'),
  tokens: 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m',
  'page state': encodeURIComponent(JSON.stringify(STATE)),
  // From links made before cursors were signed.
  'old cursor of sixty': 'AoV9yf4Av4TfxwEABDIAAAAAAAAAADEJEhqdAKGPvXoDfJV3FcUaN-fvIqRyPfzS9Tf7_t_w0A',
  'old cursor of delegate':
    'Ao8ClwwAv4TfxwEABAoA10wgLJNnrXUmNdbTic2vJd926BNtiOy77IoswOaNMmEAvnnys1tI4YeZpkpAchOxxDVRtzyvU9dfJQUzTKMhSw',
  'old cursor of latest':
    'AjznmuIAv4TfxwEBkAEHwfcYAAAAAGmLn-Asxzm5EpOnNZ7DTOzitEjnU40J-mrzai5Mif6IeKmCp3k2-6xjiJrdROoZcLsk2UK2NRaCrRekxodqipwACgE',
  '9000 letters': 'a'.repeat(9_000),
  '20000 letters': 'a'.repeat(20_000),
}

export async function askAll(mode: Mode): Promise<Map<string, ComparedAnswer>> {
  const metricsPort = await freePort()
  const world = await StillWorld.start({
    NODE_ENV: mode,
    METRICS_PORT: String(metricsPort),
    METRICS_ALLOWED_HOSTS: 'leafscan.example',
  })
  try {
    const asking = new Asking(world.url, `http://127.0.0.1:${metricsPort}`)
    const answers = new Map<string, ComparedAnswer>()
    for (const request of REQUESTS) answers.set(request, await asking.ask(request))
    return answers
  } finally {
    await world.stop()
  }
}

class Asking {
  readonly #known = new Map(Object.entries(VALUES))

  constructor(
    private readonly url: string,
    private readonly metricsUrl: string,
  ) {}

  async ask(request: string): Promise<ComparedAnswer> {
    const lines = await this.#lines(request)
    return comparedAnswer(await this.#send(request.startsWith('@') ? this.metricsUrl : this.url, lines), lines)
  }

  async #lines(request: string): Promise<string[]> {
    const itself = request.replace(/ \| If-None-Match: .*/, '')
    const [first = '', ...headers] = (await this.#filled(request.replace(/^@/, ''), itself)).split(' | ')
    const has = (name: string) => headers.some((line) => line.toLowerCase().startsWith(name))
    return [
      / HTTP\/\S+$|^nonsense$/.test(first) ? first : `${first} HTTP/1.1`,
      ...(has('host:') ? [] : ['Host: leafscan.example']),
      ...(has('connection:') ? [] : ['Connection: close']),
      ...headers,
    ]
  }

  /** Innermost first: an earlier answer's address may hold names too. */
  async #filled(request: string, itself: string): Promise<string> {
    let text = request
    for (;;) {
      const [braced, name] = /\{([^{}]*)\}/.exec(text) ?? []
      if (braced === undefined || name === undefined) return text
      text = text.replace(braced, await this.#valueOf(name, itself))
    }
  }

  async #valueOf(name: string, itself: string): Promise<string> {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    if (name === 'etag') return this.#etagOf(itself)
    const value = name.startsWith('cursor of ')
      ? await this.#cursorIn(name.slice('cursor of '.length))
      : await this.#buildFile(name)
    this.#known.set(name, value)
    return value
  }

  async #etagOf(request: string): Promise<string> {
    const answer = await this.#send(this.url, await this.#lines(request))
    return headerOf(answer, 'etag') ?? '"none"'
  }

  async #cursorIn(target: string): Promise<string> {
    const { body } = await this.#send(this.url, await this.#lines(`GET ${target}`))
    return JSON.parse(body.toString()).result.value.cursor
  }

  async #buildFile(kind: string): Promise<string> {
    const ending = { script: 'js', sheet: 'css' }[kind]
    const { body } = await this.#send(this.url, await this.#lines('GET /help'))
    const [file] = new RegExp(`/_next/static/chunks/[^"\\\\]+\\.${ending}`).exec(body.toString()) ?? []
    if (ending === undefined || file === undefined) throw new Error(`{${kind}} stands for nothing`)
    return file
  }

  #send(url: string, lines: string[]): Promise<RawAnswer> {
    const text = lines.join('\n')
    if (/^Transfer-Encoding: chunked$/m.test(text)) return sendRaw(url, lines, '3\r\na=1\r\n0\r\n\r\n')
    return sendRaw(url, lines, /^Content-Length:/m.test(text) ? 'a=1' : '')
  }
}
