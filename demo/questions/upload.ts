import type { UploadFile } from 'elicitkit/questions';
import { namesVisitor } from '../airline/visitor.ts';

/** Sends a file to the demo's server. `fetch` cannot tell how far it is, so this is an XMLHttpRequest. */
export const upload: UploadFile = (file, { signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api/files?name=${encodeURIComponent(file.name)}`);
    for (const [name, value] of Object.entries(namesVisitor())) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onload = () => {
      const { id } = (request.response ?? {}) as { id?: string };
      if (request.status === 200 && id !== undefined) resolve(id);
      else reject(new Error(`The server answered ${request.status}.`));
    };
    request.onerror = () => reject(new Error('The server cannot be reached.'));
    signal.addEventListener('abort', () => request.abort());
    request.onabort = () => reject(new Error('Stopped.'));
    request.send(file);
  });
