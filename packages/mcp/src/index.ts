/** Documentation for assistants: three tools, and a server of the Model Context Protocol over them. */
export * from './tools/index.ts'
export { createMcpEndpoint, type McpEndpoint } from './protocol/http.ts'
export { type McpOptions, type ToolCall } from './protocol/mcp-server.ts'
export { serveMcp } from './protocol/stdio.ts'
export { openTokenGate, type TokenGate, type TokenGateOptions } from './protocol/token-gate.ts'
