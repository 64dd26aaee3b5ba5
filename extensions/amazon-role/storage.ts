import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { s3Storage } from '../../server/src/platform/storage/s3-storage.ts';

// Keeps images in a bucket of Amazon with the role of the machine, after `npm ci --prefix extensions/amazon-role`:
// STORAGE_ADAPTER=./extensions/amazon-role/storage.ts IMAGES_BUCKET=shop-images AWS_REGION=eu-central-1

const { IMAGES_BUCKET: name, AWS_REGION: region, AWS_ENDPOINT_URL_S3: endpoint } = process.env;
if (!name || !region) throw new Error('The storage adapter amazon-role needs IMAGES_BUCKET and AWS_REGION.');

// The provider renews the credentials of the role before they end.
export default s3Storage({ name, region, endpoint, credentials: defaultProvider() });
