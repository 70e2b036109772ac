export { GET, HEAD, OPTIONS } from '../api/v1/[method]/route'
