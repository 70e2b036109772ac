/** GET /api/v1/status/history in development: the API knows its names itself. */
export { GET, HEAD, OPTIONS } from '../../[method]/route'
