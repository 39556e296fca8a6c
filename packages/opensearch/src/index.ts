/** The door of the backend over OpenSearch. */
export { openCluster, type Cluster, type ClusterOptions } from './http/cluster.ts'
export { openOpenSearchBackend, type OpenSearchBackend, type OpenSearchOptions } from './backend.ts'
