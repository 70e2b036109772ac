/** Where an export's bytes go. Nothing can be seen of them before finish(). */
export interface FileSink {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** @param name may be another one where the browser chooses the place. */
  finish(name: string): Promise<void>
  /** Leaves nothing behind. */
  discard(): Promise<void>
}

interface SavePicker {
  showSaveFilePicker?(options: {
    suggestedName: string
    types: { description: string; accept: Record<string, string[]> }[]
  }): Promise<FileSystemFileHandle>
}

/**
 * A place for a file: the disk itself, chosen by the reader, where the browser can write to it as rows come; else the
 * browser's own store, from which the file is saved at the end. Must be called by a click.
 * @returns null when the reader chose no place.
 */
export async function openSink(name: string, type: string, straightToDisk: boolean): Promise<FileSink | null> {
  const { showSaveFilePicker } = globalThis as SavePicker
  if (!straightToDisk || !showSaveFilePicker) return new BlobSink(type)
  const [mediaType = type] = type.split(';')
  const types = [{ description: 'Export', accept: { [mediaType]: [name.slice(name.lastIndexOf('.'))] } }]
  try {
    const handle = await showSaveFilePicker.call(globalThis, { suggestedName: name, types })
    return new DiskSink(handle, await handle.createWritable())
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    // A browser that shows no dialog here can still save at the end.
    return new BlobSink(type)
  }
}

/** Written to disk as rows come, into a file that takes the place of the chosen one when it is finished. */
class DiskSink implements FileSink {
  constructor(
    private readonly handle: FileSystemFileHandle & { remove?(): Promise<void> },
    private readonly file: FileSystemWritableFileStream,
  ) {}

  write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    return this.file.write(bytes)
  }

  finish(): Promise<void> {
    return this.file.close()
  }

  async discard(): Promise<void> {
    await this.file.abort()
    // Choosing a new place made an empty file there; one that was there before is as it was.
    const { size } = await this.handle.getFile()
    if (size === 0) await this.handle.remove?.()
  }
}

/** Milliseconds for which a file that is being saved must be there. */
const SAVING_MS = 60_000

/** Kept by the browser, which moves large blobs to disk itself; never one long text. */
class BlobSink implements FileSink {
  #parts: Blob[] = []

  constructor(private readonly type: string) {}

  async write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#parts.push(new Blob([bytes]))
  }

  async finish(name: string): Promise<void> {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob(this.#parts, { type: this.type }))
    link.download = name
    link.click()
    this.#parts = []
    setTimeout(() => URL.revokeObjectURL(link.href), SAVING_MS)
  }

  async discard(): Promise<void> {
    this.#parts = []
  }
}
