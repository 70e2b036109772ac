const FILE = /^\/status\/incident\/([^/]+)\.(json|md)$/

/** A file of an incident, which `/api/v1/status/incident` answers, since a folder of app/ cannot have an ending. */
export function incidentFileAt(path: string): { id: string; format: 'json' | 'md' } | null {
  const [, id, format] = FILE.exec(path) ?? []
  return id === undefined ? null : { id, format: format as 'json' | 'md' }
}
