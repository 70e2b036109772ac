export interface FileSink {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  finish(name: string): Promise<void>
  discard(): Promise<void>
}

interface SavePicker {
  showSaveFilePicker?(options: {
    suggestedName: string
    types: { description: string; accept: Record<string, string[]> }[]
  }): Promise<FileSystemFileHandle>
}

/**
 * Writes straight to disk where the browser can, else into a blob that is saved at the end. Call from a click handler.
 * @returns null when the reader cancels the dialog
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
    return new BlobSink(type)
  }
}

/** Writes to a temporary file that replaces the chosen one on finish. */
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
    // Picking a new file creates an empty one; an existing file keeps its content.
    const { size } = await this.handle.getFile()
    if (size === 0) await this.handle.remove?.()
  }
}

/** Milliseconds until a blob URL may be revoked. */
const SAVING_MS = 60_000

/** Blobs, not one long string: browsers move large blobs to disk. */
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
