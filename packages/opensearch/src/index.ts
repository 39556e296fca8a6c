/** The public interface of the backend over OpenSearch. */
export { openCluster, type Cluster, type ClusterOptions } from './http/cluster.ts'
export { openOpenSearchBackend, type OpenSearchOptions } from './backend.ts'
