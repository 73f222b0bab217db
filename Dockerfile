# The reasoning service. It needs a token before it starts, since others reach it:
#   docker compose run --rm relgym token create --name me
# and then: docker compose up -d

FROM node:22-slim AS editor
WORKDIR /source
COPY playground/package.json playground/package-lock.json playground/editor-bundle.js ./
RUN npm ci --no-audit --no-fund && npm run build

FROM python:3.12-slim AS wheels
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY relgym relgym
COPY kb kb
COPY domains domains
COPY playground playground
COPY --from=editor /source/vendor playground/vendor
RUN pip wheel --no-cache-dir --wheel-dir /wheels '.[serve,postgres,mcp]'

FROM python:3.12-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends swi-prolog-nox \
    && rm -rf /var/lib/apt/lists/*
RUN --mount=type=bind,from=wheels,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links /wheels 'relgym[serve,postgres,mcp]'
RUN useradd --system --no-create-home relgym && mkdir /data && chown relgym /data
USER relgym
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
VOLUME /data
WORKDIR /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/ready', timeout=4)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["relgym"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000", "--data", "/data", "--log", "info"]
